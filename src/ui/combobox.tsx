/**
 * A choice among many: the user types a part of it, or opens the list and picks. Text that is no choice stays in the
 * field, which says so once it is left. It is Ark's combobox, of which Chakra's is made, in our own clothes.
 */
import { createListCollection, useCombobox } from '@ark-ui/react/combobox';
import { chakra } from '@chakra-ui/react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as texts from '#texts/ui';
import { ComboboxList } from './combobox-list.tsx';
import { Field, type FieldProps } from './field.tsx';
import { type Choice, type Fold, foundChoices, typedChoice } from './found-choices.ts';
import { ChevronDownIcon } from './icons.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', {
  base: { ...controlRecipe.base, pe: '9', textOverflow: 'ellipsis' },
});

/** What the user may make of a text that is no choice. */
export interface Making {
  /** What the list offers for the text; null where nothing can be made of it. */
  offer: (text: string) => string | null;
  make: (text: string) => void;
}

export interface ComboboxProps extends FieldProps {
  name?: string;
  placeholder?: string | undefined;
  disabled?: boolean;
  /** Empty for no choice. */
  value: string;
  choices: readonly Choice[];
  fold: Fold;
  /** Empty: the field was left without a choice. */
  onChoose: (value: string) => void;
  /** What is typed is no choice, or nothing. */
  onText?: (text: string) => void;
  /** Such a text that comes from elsewhere: what the user had typed before they left. */
  text?: string | undefined;
  /** Called when the list opens. */
  onOpen?: () => void;
  making?: Making | undefined;
  /** Said below the list while something is typed. */
  note?: string | undefined;
  'data-autofocus'?: true | undefined;
}

export function Combobox({ label, labelHidden, error, hint, optional, ...control }: ComboboxProps) {
  const { typed, setTyped, left, setLeft } = useTyped(control);
  const isUnknown = left && typed !== null && typed.trim() !== '';
  return (
    <Field
      label={label}
      labelHidden={labelHidden ?? false}
      error={isUnknown ? texts.notAmong(typed) : error}
      hint={hint}
      optional={optional ?? false}
    >
      {(field) => <Control {...control} field={field} typed={typed} setTyped={setTyped} setLeft={setLeft} />}
    </Field>
  );
}

type Choosing = Pick<ComboboxProps, 'value' | 'choices' | 'fold' | 'text'>;

/** What is typed and no choice yet, and whether the user has left it so. It follows what the form gives. */
function useTyped(control: Choosing) {
  const { value, text } = control;
  const [typed, setTyped] = useState(text ?? null);
  const [left, setLeft] = useState(text !== undefined);
  const [given, setGiven] = useState(text);
  // Where the choices came after the text, it has become one itself.
  const isChosen = isTheChoice(control, typed);
  if (text !== given) {
    setGiven(text);
    const isElsewhere = text === undefined ? typed === given && !isChosen : typed !== text;
    if (isElsewhere) {
      setTyped(text ?? null);
      setLeft(text !== undefined);
    }
  }
  // A choice that comes from elsewhere takes the place of what is typed.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== '' && !isChosen) setTyped(null);
  }
  return { typed, setTyped, left, setLeft };
}

/** Whether the text names what is chosen. */
function isTheChoice({ value, choices, fold }: Choosing, text: string | null): boolean {
  return text !== null && value !== '' && typedChoice(choices, text, fold)?.value === value;
}

/** What can be made of the text comes before what is taken on purpose only. */
function withOffer(found: readonly Choice[], offer: Choice): Choice[] {
  return [...found.filter(({ onPurpose }) => !onPurpose), offer, ...found.filter(({ onPurpose }) => onPurpose)];
}

/** Stands for what is made of the typed text. No choice has a line break. */
const NEW = '\n';

type ControlProps = Omit<ComboboxProps, keyof FieldProps> & {
  field: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
  /** What the user has typed since they chose; null while the choice is shown. */
  typed: string | null;
  setTyped: (typed: string | null) => void;
  setLeft: (left: boolean) => void;
};

function Control(props: ControlProps) {
  const { field, typed, setTyped, setLeft, value, choices, fold, making, note } = props;
  const { name, placeholder, disabled = false, onChoose, onText, onOpen, 'data-autofocus': autofocus } = props;
  const shown = typed ?? choices.find((choice) => choice.value === value)?.label ?? '';
  const words = typed ?? '';
  const found = useMemo(() => foundChoices(choices, words, fold), [choices, words, fold]);
  const whole = typedChoice(choices, words, fold)?.value;
  const isWhole = whole !== undefined;
  const offer = words.trim() === '' || isWhole ? null : (making?.offer(words) ?? null);
  const collection = useMemo(
    () =>
      createListCollection<Choice>({
        items: offer === null ? [...found] : withOffer(found, { value: NEW, label: offer }),
        itemToString: ({ label }) => label,
      }),
    [found, offer],
  );

  // Known before React has drawn what was typed.
  const isTyping = useRef(false);
  const take = (chosen: string) => {
    setLeft(false);
    isTyping.current = false;
    if (chosen === NEW) making?.make(words);
    else onChoose(chosen);
    setTyped(null);
  };
  const combobox = useCombobox({
    id: field.id,
    ids: { input: field.id, label: `${field.id}-label` },
    collection,
    disabled,
    value: value === '' ? [] : [value],
    inputValue: shown,
    allowCustomValue: true,
    inputBehavior: 'autohighlight',
    selectionBehavior: 'preserve',
    openOnClick: true,
    positioning: { strategy: 'fixed', placement: 'bottom-start', gutter: 4, sameWidth: false },
    onSelect: ({ itemValue }) => take(itemValue),
    onOpenChange: ({ open }) => open && onOpen?.(),
  });
  const input = combobox.getInputProps();
  const justEntered = useRef(false);
  const element = useRef<HTMLInputElement>(null);
  const isChoice = typed === null;
  // The library puts the caret behind the choice, a frame after the list opens or closes. What is typed would be added
  // to it.
  useEffect(() => {
    // The user may be elsewhere by then, and selecting would take the focus back.
    const select = () => {
      if (!isTyping.current && document.activeElement === element.current) element.current?.select();
    };
    if (!isChoice || (!combobox.open && document.activeElement !== element.current)) return;
    select();
    const frame = requestAnimationFrame(select);
    return () => cancelAnimationFrame(frame);
  }, [combobox.open, isChoice]);

  const chooseWhole = useEffectEvent(() => {
    if (whole === undefined) return;
    if (whole !== value) onChoose(whole);
    setLeft(false);
    if (document.activeElement !== element.current) setTyped(null);
  });
  // The choices may come after the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text is chosen when it becomes a choice, not again.
  useEffect(chooseWhole, [whole]);

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value;
    isTyping.current = true;
    input.onChange?.(event);
    setLeft(false);
    setTyped(text);
    const whole = typedChoice(choices, text, fold);
    if (whole) onChoose(whole.value);
    else onText?.(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Without a list, Escape closes the dialog around the field.
    if (event.key === 'Escape' && !combobox.open) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const { open, highlightedValue: marked } = combobox;
      // The form takes this key for itself, and has to know the choice by then.
      if (open && marked !== null) flushSync(() => take(marked));
      return;
    }
    const marked = combobox.highlightedValue;
    const isMeant = !found.some((one) => one.value === marked && one.onPurpose);
    if (event.key === 'Tab' && combobox.open && marked !== null && isMeant) take(marked);
    input.onKeyDown?.(event);
  };
  /** What is typed in full is shown as it is written. An emptied field shows what counts without a choice. */
  const onBlur = () => {
    if (typed === null) return;
    const isEmpty = typed.trim() === '';
    if (isEmpty) onChoose('');
    if (isEmpty || isWhole) setTyped(null);
    else setLeft(true);
  };
  return (
    <chakra.div {...combobox.getControlProps()} position="relative" minWidth="0">
      <Input
        ref={element}
        {...input}
        {...field}
        name={name}
        placeholder={placeholder}
        data-autofocus={autofocus}
        onChange={onChange}
        // What is typed next replaces the choice, after Tab and after a click.
        onFocus={(event) => {
          isTyping.current = false;
          input.onFocus?.(event);
          event.currentTarget.select();
        }}
        onPointerDown={(event) => {
          justEntered.current = document.activeElement !== event.currentTarget;
        }}
        onClick={(event) => {
          input.onClick?.(event);
          if (justEntered.current) event.currentTarget.select();
          justEntered.current = false;
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          input.onBlur?.(event);
          onBlur();
        }}
      />
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd="3"
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        <ChevronDownIcon size={16} />
      </chakra.span>
      {combobox.open && <ComboboxList combobox={combobox} note={words.trim() === '' ? undefined : note} />}
    </chakra.div>
  );
}

import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs that change a part of the page; arrow keys, Home and End move between them. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const target = to === undefined ? undefined : tabs[to];
    if (!target || to === undefined) return;
    event.preventDefault();
    onChange(target.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };

  return (
    <>
      <chakra.div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        display="grid"
        gridAutoFlow="column"
        gridAutoColumns="1fr"
        gap="1"
        p="1"
        mb="5"
        bg="sunken"
        borderRadius="md"
      >
        {tabs.map((tab) => (
          <chakra.button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            minHeight={{ base: '9', lg: '8' }}
            px="1.5"
            py="1"
            lineHeight="short"
            textWrap="balance"
            borderRadius="sm"
            fontWeight="medium"
            color="fg.muted"
            cursor="pointer"
            transition="background-color 120ms, color 120ms"
            _hover={{ color: 'fg' }}
            _selected={{ bg: 'chosen', color: 'fg', boxShadow: 'card' }}
          >
            {tab.label}
          </chakra.button>
        ))}
      </chakra.div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

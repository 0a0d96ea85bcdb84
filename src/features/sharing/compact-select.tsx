import { Select, type SelectOption } from '#ui/select-field';

/** A select in a line of a list, as wide as its value. `label` is its name for screen readers. */
export function CompactSelect<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (SelectOption & { value: Value })[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <Select
      look="inline"
      aria-label={label}
      value={value}
      options={options}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

import { useState } from 'react';
import { type Appearance, chooseAppearance, readAppearance } from '#ui/appearance.ts';
import { ChoiceField } from '#ui/choice-field';

const options: { value: Appearance; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or as the system has it. */
export function AppearanceChoice({ hideLabel = false }: { hideLabel?: boolean }) {
  const [appearance, setAppearance] = useState(readAppearance);
  return (
    <ChoiceField
      label="Appearance"
      hideLabel={hideLabel}
      value={appearance}
      options={options}
      onChange={(choice) => {
        chooseAppearance(choice);
        setAppearance(choice);
      }}
    />
  );
}

import { useState } from 'react';
import * as texts from '#texts/pages/settings';
import { type Appearance, chooseAppearance, readAppearance } from '#ui/appearance.ts';
import { ChoiceField } from '#ui/choice-field';

const options: { value: Appearance; label: string }[] = [
  { value: 'system', label: texts.APPEARANCE_SYSTEM },
  { value: 'light', label: texts.APPEARANCE_LIGHT },
  { value: 'dark', label: texts.APPEARANCE_DARK },
];

/** Light, dark, or the system's choice. */
export function AppearanceChoice({ hideLabel = false }: { hideLabel?: boolean }) {
  const [appearance, setAppearance] = useState(readAppearance);
  return (
    <ChoiceField
      label={texts.APPEARANCE}
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

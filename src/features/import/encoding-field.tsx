import * as texts from '#texts/import/import-sums';
import { SelectField } from '#ui/select-field';
import { ENCODINGS, type Encoding } from '../../import/encodings/encodings.ts';

const OPTIONS = ENCODINGS.map((value) => ({ value, label: texts.ENCODINGS[value] }));

/** In which encoding the letters of the file are read. */
export function EncodingField(props: { value: Encoding; onChange: (encoding: Encoding) => void }) {
  const { value, onChange } = props;
  return (
    <SelectField
      label={texts.ENCODING}
      hint={texts.ENCODING_HINT}
      value={value}
      options={OPTIONS}
      onChange={({ currentTarget }) => {
        const chosen = ENCODINGS.find((one) => one === currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

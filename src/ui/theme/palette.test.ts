import { describe, expect, test } from 'vitest';
import { palette } from './palette.ts';

type Name = keyof typeof palette;

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces: Name[] = ['canvas', 'surface', 'sunken', 'raised'];
const texts: Name[] = ['fg', 'fg.muted', 'accent', 'income', 'expense', 'danger', 'warning'];
const onTheirOwn: [Name, Name][] = [
  ['accent.onSolid', 'accent.solid'],
  ['accent.onSolid', 'accent.solidHover'],
  ['danger.onSolid', 'danger.solid'],
  ['danger.onSolid', 'danger.solidHover'],
  ['accent', 'accent.soft'],
  ['income', 'income.soft'],
  ['expense', 'expense.soft'],
  ['danger', 'danger.soft'],
  ['warning', 'warning.soft'],
  ['mark.teal', 'mark.tealSoft'],
  ['mark.blue', 'mark.blueSoft'],
  ['mark.violet', 'mark.violetSoft'],
  ['mark.rose', 'mark.roseSoft'],
  ['mark.ochre', 'mark.ochreSoft'],
  ['mark.olive', 'mark.oliveSoft'],
  ['mark.sky', 'mark.skySoft'],
  ['mark.slate', 'mark.slateSoft'],
  ['fg', 'chosen'],
  ['fg', 'track'],
  ['fg.muted', 'track'],
  ['fg', 'accent.soft'],
  ['fg', 'danger.soft'],
  ['fg', 'warning.soft'],
];
const pairs = [...texts.flatMap((text) => surfaces.map((surface): [Name, Name] => [text, surface])), ...onTheirOwn];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_name, scheme) => {
  test.each(pairs)('%s on %s reads at AA (4.5:1)', (text, surface) => {
    expect(contrast(palette[text][scheme], palette[surface][scheme])).toBeGreaterThanOrEqual(4.5);
  });

  test.each<[Name, Name]>([
    ['sunken', 'surface'],
    ['track', 'raised'],
  ])('the track of a switch %s can be told from %s', (track, ground) => {
    expect(contrast(palette[track][scheme], palette[ground][scheme])).toBeGreaterThan(1.05);
  });

  test.each<Name>(['surface', 'raised'])('the edge of a field stands out from %s (3:1)', (surface) => {
    expect(contrast(palette['line.control'][scheme], palette[surface][scheme])).toBeGreaterThanOrEqual(3);
  });
});

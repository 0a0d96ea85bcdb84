/** Encodings in which banks write, by the names that the platform decodes. The user may choose another one. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'koi8-r',
  'gb18030',
  'shift_jis',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

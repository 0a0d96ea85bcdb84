/** Bytes of texts that banks write, in the encodings in which they write them. */
import { expect, it } from 'vitest';
import { bytesIn } from '../../../tests/support/encoded-bytes.ts';
import { decodeText } from '../decoding.ts';
import { ENCODINGS, type Encoding } from './encodings.ts';

const TEXTS: readonly (readonly [Encoding, string])[] = [
  ['windows-1252', 'Datum;Empfänger;Betrag\n15.01.2025;Müller & Söhne, Groß;-4,50\n'],
  ['windows-1252', 'Date;Libellé;Débit;Crédit\n15/01/2025;Café de la gare;4,50 €;\n'],
  ['windows-1252', 'Fecha;Descripción;Importe\n15/01/2025;Panadería Núñez;-4,50\n'],
  ['windows-1252', 'Data;Descrição;Valor\n15/01/2025;Cartão padaria São João;-4,50\n'],
  ['windows-1252', 'Dato;Tekst;Beløb\n15-01-2025;Købmand på hjørnet;-4,50\n'],
  ['windows-1252', 'Date,Description,Amount\n2025-01-15,Caf\u00e9,-4.50\n'],
  ['windows-1250', 'Datum;Protistrana;Částka\n15.01.2025;Řehoř Švec;-45,00\n'],
  ['windows-1250', 'Data;Opis;Kwota\n15.01.2025;Żabka Łódź, płatność kartą;-4,50\n'],
  ['windows-1250', 'Dátum;Közlemény;Összeg\n2025.01.15;Gyógyszertár fűtő;-450\n'],
  ['iso-8859-2', 'Datum;Protistrana;Částka\n15.01.2025;Žižkov, šaty, koťátko;-45,00\n'],
  ['windows-1251', 'Дата;Описание;Сумма\n15.01.2025;Магазин Продукты;-450,00\n'],
  ['windows-1254', 'Tarih;Açıklama;Tutar\n15.01.2025;Ekşi ekmek fırını, Şişli Beyoğlu;-45,00\n'],
  ['gb18030', '交易日期,交易说明,交易金额\n2025-01-15,超市,-4.50\n2025-01-14,工资,1500.00\n'],
  ['shift_jis', '日付,摘要,金額\n2025/01/15,ｽｰﾊﾟｰ 東京店,-450\n2025/01/14,給与 振込,150000\n'],
  ['shift_jis', '日付,お支払金額,摘要\n2025/01/15,450,コンビニ\n'],
  ['euc-kr', '거래일자,적요,금액\n2025-01-15,편의점,-4500\n'],
  ['big5', '交易日期,說明,金額\n2025/01/15,便利商店,-450\n'],
];

it.each(TEXTS)('%s: %j', (encoding, text) => {
  const decoded = decodeText(bytesIn(encoding, text));
  expect([decoded.encoding, decoded.text]).toEqual([encoding, text]);
});

it('one bad byte in UTF-8 takes no other letter along', () => {
  const bytes = [...new TextEncoder().encode('Café Zoë,Müller '), 0xff, ...new TextEncoder().encode(',1500')];
  expect(decodeText(Uint8Array.from(bytes))).toEqual({
    text: 'Café Zoë,Müller \ufffd,1500',
    encoding: 'utf-8',
    isDamaged: true,
  });
});

it('each encoding can be chosen, whatever the bytes', () => {
  for (const encoding of ENCODINGS)
    expect(decodeText(Uint8Array.of(0x41, 0xe4, 0xf6), encoding).encoding).toBe(encoding);
});

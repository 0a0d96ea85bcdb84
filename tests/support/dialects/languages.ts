/** What banks of many languages call their columns, and words as they stand in their rows. */
import type { Encoding } from '../../../src/import/encodings/encodings.ts';

export interface Language {
  date: string;
  valueDate: string;
  text: string;
  payee: string;
  amount: string;
  debit: string;
  credit: string;
  balance: string;
  currency: string;
  account: string;
  original: string;
  fee: string;
  /** The holder of the account, as a column. */
  holder: string;
  out: string;
  into: string;
  pending: string;
  booked: string;
  refused: string;
  opening: string;
  closing: string;
  total: string;
  /** Who is paid, and who pays; with letters of the language. */
  shops: readonly string[];
  employer: string;
  /** An old encoding of one byte, or of East Asia, in which its banks write. */
  encoding: Encoding;
}

function language(words: string, shops: readonly string[], employer: string, encoding: Encoding): Language {
  const parts = words.split('|').map((one) => one.trim());
  const [date = '', valueDate = '', text = '', payee = '', amount = '', debit = '', credit = '', balance = ''] = parts;
  const [currency = '', account = '', original = '', fee = '', holder = '', out = '', into = ''] = parts.slice(8);
  const [pending = '', booked = '', refused = '', opening = '', closing = '', total = ''] = parts.slice(15);
  const names = { date, valueDate, text, payee, amount, debit, credit, balance, currency, account, original, fee };
  const states = { holder, out, into, pending, booked, refused, opening, closing, total };
  return { ...names, ...states, shops, employer, encoding };
}

export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: language(
    'Posting Date|Value Date|Description|Payee|Amount|Debit Amount|Credit Amount|Balance|Currency|Account Number|' +
      'Original Amount|Fee|Account Holder|Debit|Credit|Pending|Booked|Declined|Opening Balance|Closing Balance|Total',
    ['Corner Shop', 'Book Store', 'Fuel Stop', 'Café Zoë'],
    'Employer Inc Salary',
    'windows-1252',
  ),
  de: language(
    'Buchungstag|Wertstellung|Verwendungszweck|Empfänger|Betrag|Soll|Haben|Saldo|Währung|Kontonummer|' +
      'Originalbetrag|Gebühr|Kontoinhaber|Soll|Haben|vorgemerkt|gebucht|storniert|Anfangssaldo|Endsaldo|Summe',
    ['Bäckerei Groß', 'Buchladen', 'Tankstelle Süd', 'Müller'],
    'Arbeitgeber GmbH Gehalt',
    'windows-1252',
  ),
  fr: language(
    'Date|Date de valeur|Libellé|Bénéficiaire|Montant|Débit|Crédit|Solde|Devise|Numéro de compte|' +
      "Montant d'origine|Frais|Titulaire|Débit|Crédit|en attente|comptabilisé|refusé|Solde initial|Solde final|Total",
    ['Boulangerie Éric', 'Librairie', 'Café de la gare', 'Épicerie'],
    'Employeur salaire',
    'windows-1252',
  ),
  es: language(
    'Fecha|Fecha valor|Concepto|Beneficiario|Importe|Cargos|Abonos|Saldo|Moneda|Número de cuenta|' +
      'Importe original|Comisión|Titular|Cargo|Abono|pendiente|contabilizado|rechazado|Saldo inicial|Saldo final|Total',
    ['Panadería Núñez', 'Librería', 'Gasolinera', 'Café Olé'],
    'Empresa nómina',
    'windows-1252',
  ),
  it: language(
    'Data|Data valuta|Descrizione|Beneficiario|Importo|Uscite|Entrate|Saldo|Divisa|Numero conto|' +
      'Importo originale|Commissione|Intestatario|Dare|Avere|in attesa|contabilizzato|rifiutato|Saldo iniziale|' +
      'Saldo finale|Totale',
    ['Panificio Così', 'Libreria', 'Benzinaio', 'Caffè Città'],
    'Datore stipendio',
    'windows-1252',
  ),
  nl: language(
    'Datum|Rentedatum|Omschrijving|Tegenpartij|Bedrag|Af|Bij|Saldo|Munt|Rekeningnummer|' +
      'Oorspronkelijk bedrag|Kosten|Rekeninghouder|Af|Bij|gereserveerd|geboekt|geweigerd|Beginsaldo|Eindsaldo|Totaal',
    ['Bakker Oké', 'Boekwinkel', 'Tankstation', 'Café Zoë'],
    'Werkgever salaris',
    'windows-1252',
  ),
  pt: language(
    'Data|Data valor|Descrição|Beneficiário|Valor|Débito|Crédito|Saldo|Moeda|Número da conta|' +
      'Valor original|Comissão|Titular|Débito|Crédito|pendente|efetuado|recusado|Saldo anterior|Saldo final|Total',
    ['Padaria São João', 'Livraria', 'Posto', 'Café Avó'],
    'Patrão salário',
    'windows-1252',
  ),
  pl: language(
    'Data operacji|Data waluty|Opis|Odbiorca|Kwota|Obciążenia|Uznania|Saldo|Waluta|Numer rachunku|' +
      'Kwota oryginalna|Prowizja|Posiadacz|Obciążenie|Uznanie|oczekująca|zaksięgowana|odrzucona|Saldo początkowe|' +
      'Saldo końcowe|Razem',
    ['Piekarnia Łódź', 'Księgarnia', 'Stacja', 'Żabka'],
    'Pracodawca wynagrodzenie',
    'windows-1250',
  ),
  cs: language(
    'Datum|Datum valuty|Popis|Protistrana|Částka|Výdaj|Příjem|Zůstatek|Měna|Číslo účtu|' +
      'Původní částka|Poplatek|Majitel|Výdaj|Příjem|čekající|zaúčtováno|zamítnuto|Počáteční zůstatek|' +
      'Konečný zůstatek|Celkem',
    ['Pekárna Řehoř', 'Knihkupectví', 'Čerpací stanice', 'Škoda'],
    'Zaměstnavatel mzda',
    'windows-1250',
  ),
  sv: language(
    'Bokföringsdag|Valutadag|Beskrivning|Mottagare|Belopp|Uttag|Insättning|Saldo|Valuta|Kontonummer|' +
      'Ursprungligt belopp|Avgift|Kontoinnehavare|Uttag|Insättning|väntande|bokförd|nekad|Ingående saldo|' +
      'Utgående saldo|Summa',
    ['Bageri Åsa', 'Bokhandel', 'Bensin', 'Kött'],
    'Arbetsgivare lön',
    'windows-1252',
  ),
  zh: language(
    '交易日期|记账日期|交易说明|对方户名|交易金额|支出金额|收入金额|账户余额|币种|账号|' +
      '原币金额|手续费|户名|支出|收入|处理中|成功|失败|期初余额|期末余额|合计',
    ['超市购物', '书店', '加油站', '面包店'],
    '公司工资',
    'gb18030',
  ),
};

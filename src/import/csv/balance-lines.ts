/** Lines that stand among transactions and are none: balances and totals of the bank. */
import { plainKey } from './columns.ts';

/** The day behind a balance, and its currency. */
const WHEN = [
  / (am|as of|as at|at|on|per|zum|au|al|a|dia|na|den|d|del|de|op|vom|from|of|til|pr|em)\b.*/,
  / \d[\d ]*/,
  / [a-z]{3}/,
]
  .map(({ source }) => source)
  .join('|');

/** These words, alone or with a day behind, are nothing that anybody buys. */
const BALANCE = new RegExp(
  `^(?:(?:statement |account |your )?(?:opening|closing|previous|prior|beginning|starting|start|ending|end|` +
    `final|initial|ledger|total|brought forward|carried forward) balance|` +
    `balance (?:brought|carried) (?:forward|down)|` +
    `balance (?:b|c) [fd]|(?:brought|carried) forward|balance forward|last statement balance|` +
    `(?:anfangs|end|schluss|zwischen|start|abschluss|eroffnungs|konto|monats|tages|rechnungs)(?:saldo|stand|bestand)|` +
    `(?:alter|neuer|letzter|aktueller|vorheriger|voriger) (?:konto)?(?:saldo|stand)|saldo(?:vortrag|ubertrag)|` +
    `(?:ancien|nouveau|precedent) solde|solde (?:initial|final|precedent|anterieur|d ouverture|` +
    `de cloture|crediteur|debiteur|reporte|comptable)|report (?:a nouveau|solde)|` +
    `saldo (?:anterior|inicial|final|actual|atual|disponivel|disponible|contabilistico|contable|do dia|do mes|` +
    `iniziale|finale|precedente|contabile|disponibile|attuale|poczatkowe|koncowe|biezace|otwarcia|zamkniecia|` +
    `total|bloqueado|em conta|parcial|forrige|inngaende|utgaende|primo|ultimo|en cuenta|a cuenta nueva|vortrag)|` +
    `(?:begin|eind|start|slut|start|ingaende|utgaende|inngaende|vorig|nieuw|oud) ?(?:e )?saldo|` +
    `(?:ingaende|utgaende|inngaende) balans|alkusaldo|loppusaldo|pocatecni zustatek|konecny zustatek|` +
    `kezdo egyenleg|zaro egyenleg|nyito egyenleg|期初余额|期末余额|` +
    `(?:входящии|исходящии|начальныи|конечныи|вхiднии|вихiднии) остаток|остаток на (?:начало|конец)|` +
    `(?:devir|devreden|acilis|acılıs|kapanis|kapanıs|donem sonu|onceki|guncel) bakiye(?:si)?|` +
    `sold (?:initial|final|precedent|anterior|curent)|(?:pocetno|zavrsno|zacetno|koncno) stanje|` +
    `(?:pociatocny|konecny) zostatok|(?:pradinis|galutinis) likutis|(?:sakuma|beigu) atlikums|alg ?saldo|lopp ?saldo|` +
    `(?:αρχικο|τελικο|προηγουμενο|νεο) υπολοιπο|前月繰越|前期繰越|繰越残高|次月繰越|이월잔액|전월이월|` +
    `יתרת (?:פתיחה|סגירה)|الرصيد (?:الافتتاحي|الختامي))(${WHEN})?$`,
);

/** These may also be names of shops. Only alone, or spelled apart, they are a line of the bank. */
const WORD = new RegExp(`^(saldo|saldi|solde|balance|kontostand|zustatek|egyenleg)(${WHEN})?$`);

/** Sums of what stands above. Shops have such names, too: so one counts only where its amount is the sum. */
const TOTAL = new RegExp(
  `^(?:(?:sub ?)?totals?|grand total|summe|gesamt(?:summe|betrag)?|endsumme|zwischensumme|somme|totaux|suma|somma|` +
    'totale|totaal|totalt|i alt|sum|soma|razem|yhteensa|celkem|spolu|osszesen|summa|итого|всего|toplam|genel toplam|' +
    'ukupno|skupaj|kokku|kopa|is viso|συνολο|jumlah|合计|合計|합계|סהכ|المجموع)(?: [a-z]+)?$',
);

/** Most lines have none of these letters, and need no closer look. */
const MAY_BE = new RegExp(
  'sal[dt]|s a l d|balan|b a l a|sold|s o l d|stand|forward|z.statek|zostat|egyenleg|余额|bakiye|stanje|likutis|' +
    'atlikum|остаток|п.л.ιπο|繰越|이월|יתרת|الرصيد|tot|sum|som[am]|ges|razem|yhteens|celkem|spolu|sszesen|合[计計]|' +
    'i alt|итого|всего|toplam|ukupno|skupaj|kokku|kopa|viso|σ.νολο|jumlah|합계|סה|المجموع',
  'i',
);

/** What the words of a line say of it; null for a transaction. */
export function balanceWordIn(cells: readonly string[]): 'balance' | 'total' | null {
  let found: 'total' | null = null;
  for (const cell of cells) {
    if (!MAY_BE.test(cell)) continue;
    const word = balanceWord(cell);
    if (word === 'balance') return word;
    found ??= word;
  }
  return found;
}

/** What a text says of its line; null for a transaction. */
export function balanceWord(text: string): 'balance' | 'total' | null {
  const key = joinedLetters(plainKey(text));
  if (key.length > 60) return null;
  if (BALANCE.test(key) || WORD.test(key)) return 'balance';
  return TOTAL.test(key) ? 'total' : null;
}

/** `S A L D O` is a word. */
function joinedLetters(key: string): string {
  return /^(\p{L} )+\p{L}$/u.test(key) ? key.replaceAll(' ', '') : key;
}

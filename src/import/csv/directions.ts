/** Words beside an amount that say which way the money went. A column of them is known by its values. */
import { plainKey } from './columns.ts';

export type Direction = -1 | 1;

const OUT = words(`
  d dr dbit debit debits debet debited s soll af out outgoing expense expenses withdrawal withdrawals minus outflow
  spend spent purchase purchases charge charges fee fees paid buy bought db
  kauf ausgabe ausgaben belastung belastungen lastschrift abbuchung abgang ausgang auszahlung
  depense depenses debiteur sortie retrait achat paiement
  cargo cargos debe gasto gastos egreso egresos salida retiro debito compra
  uscita uscite addebito addebiti dare spesa acquisto prelievo
  uitgave uitgaven afschrijving aankoop
  saida saidas despesa despesas
  wydatek wydatki obciazenie winien wyplata wydaj vydaj vydej
  utgift utgifter uttag ut utbetaling udgift udgifter ud kjop kop meno otto
  odchozi odchadzajuca vyber terheles kiadas kimeno cheltuiala cheltuieli iesire isplata rashod odljev duguje
  borc gider giden cikis cıkıs keluar pengeluaran deebet islaidos
  χρεωση αναληψη расход расходы списание дебет покупка исходящий снятие видаток списання витрата
  חובה مدين سحب 支取 转出 消费 出金 引出 支払 출금 지출
  支出 支 出 借`);
const IN = words(`
  c cr crdt credit credits credited h haben bij in incoming income deposit deposits plus inflow received
  refund refunds topup sell sold
  verkauf einnahme einnahmen erstattung ruckerstattung gutschrift gutschriften eingang zugang einzahlung
  recette recettes remboursement crediteur entree versement depot
  abono abonos reembolso devolucion ingreso ingresos entrada deposito credito haber
  entrata entrate rimborso accredito accrediti avere versamento
  inkomst inkomsten bijschrijving terugbetaling
  entradas receita receitas
  przychod przychody zwrot uznanie ma wplyw wplywy wplata prijem
  inntekt inntekter insattning inn innbetaling indtaegt indtaegter ind inkomster tulo tulot kredit pano
  prichozi prichadzajuca vklad jovairas bevetel bejovo venit venituri intrare incasare uplata prihod priljev potrazuje
  alacak gelir gelen giris masuk pemasukan kreedit pajamos
  πιστωση καταθεση приход доход доходы зачисление кредит поступление пополнение входящий возврат надходження
  зарахування дохід זכות دائن إيداع 存入 转入 入金 預入 受取 입금 수입
  收入 收 入 贷`);
/** What two words say. */
const PHRASES = new Map<string, Direction>([
  ...['money out', 'paid out', 'cash out', 'outgoing transfer', 'direct debit', 'ut fra konto', 'ud af konto'].map(out),
  ...['money in', 'paid in', 'cash in', 'incoming transfer', 'direct credit', 'inn pa konto', 'ind pa konto'].map(into),
]);
/** It went out of an account, and came in on a card. The other words of the column tell which it is. */
const PAYMENT = words('payment payments zahlung pago pagamento betaling');

/** Which way the words of this column go; a word that says neither is missing. */
export function directionsOf(cells: Iterable<string>): Map<string, Direction> {
  const all = [...new Set(cells)];
  const found = new Map(
    all.flatMap((cell): [string, Direction][] => {
      const way = directionOf(cell);
      return way ? [[cell, way]] : [];
    }),
  );
  const ways = new Set(found.values());
  // Beside purchases, a payment is what the holder paid to the card.
  const payment = ways.has(-1) && !ways.has(1) ? 1 : -1;
  for (const cell of all) if (PAYMENT.has(plainKey(cell))) found.set(cell, payment);
  return found;
}

function directionOf(cell: string): Direction | null {
  if (cell === '+' || cell === '-') return cell === '+' ? 1 : -1;
  const key = plainKey(cell);
  const phrase = PHRASES.get(key);
  if (phrase) return phrase;
  if (OUT.has(key)) return -1;
  return IN.has(key) ? 1 : null;
}

/** Whether the words only say that something was paid: by whom, they leave open. */
export function arePayments(cells: Iterable<string>): boolean {
  return [...new Set(cells)].every((cell) => PAYMENT.has(plainKey(cell)));
}

function out(phrase: string): [string, Direction] {
  return [phrase, -1];
}

function into(phrase: string): [string, Direction] {
  return [phrase, 1];
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(plainKey));
}

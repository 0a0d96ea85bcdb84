/**
 * Whether the signs of a column of amounts may be turned round: cards write what was bought without a minus, and what
 * was paid to them with one. No word turns a sign. Where the words speak against the signs, somebody is asked.
 */
import { plainKey } from './columns.ts';

/** On a card this is what its holder paid, or got back: money in. */
const TO_CARD = new RegExp(
  [
    /\b(thank you|thanks|autopay|auto pay|payment received|online payment|payment|payments|refund|credit|cashback)\b/,
    /\bdirectpay\b/,
    /\b(zahlung|zahlungseingang|danke|vielen dank|einzahlung|gutschrift|ausgleich|uberweisung|retoure|erstattung)\b/,
    /\b(lastschrift(einzug)? (karte|kreditkarte)|paiement|merci|reglement|prelevement|remboursement|versement|avoir)\b/,
    /\b(pago|gracias|abono|devolucion|reembolso|liquidacion|recibo|pagamento|obrigad[oa]|grazie|accredito|rimborso)\b/,
    /\b(addebito in conto|estratto|fatura|estorno|betaling|bedankt|dank u|incasso|terugbetaling|storting|aflossing)\b/,
    /\b(wplata|splata|dziekujemy|zwrot|platnosc|inbetalning|innbetaling|indbetaling|tack|takk|tak)\b/,
    /\b(aterbetalning|refusjon|tilbagebetaling|maksu|suoritus|kiitos|hyvitys|splatka|platba|dekujeme)\b|还款|退款/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** A card thanks for what it was paid. A bank thanks nobody for money that leaves the account. */
const THANKS = new RegExp(
  [
    /\b(payments?|pymt|zahlung|paiement|reglement|pago|pagamento|betaling|wplata|splata|platba)\b.*/,
    /\b(thank you|thanks|dank\w*|merci|gracias|obrigad[oa]|grazie|bedankt|dziekujemy|dekujeme)\b/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/** What is bought. In a bank account it has a minus. */
const BOUGHT = new RegExp(
  [
    /\b(purchase|purchases|sale|shop|store|market|restaurants?|cafe|coffee|fuel|hotel|pharmacy|grocer\w*)\b/,
    /\b(books?|merchandise|supermarkets?|bakery|pizza|taxi|uber|amazon|netflix)\b/,
    /\b(spotify|kiosk|pos|card payment|interest charge|annual fee|charge)\b/,
    /\b(kauf|einkauf|kartenzahlung|laden|markt|supermarkt|backerei|tankstelle|apotheke|rewe|aldi|lidl|edeka|bahn)\b/,
    /\b(achat|achats|boulangerie|pharmacie|carrefour|supermarche|librairie|magasin|compra|compras|tienda|mercado)\b/,
    /\b(supermercado|panaderia|farmacia|gasolinera|acquisto|acquisti|negozio|supermercato|panificio|benzina)\b/,
    /\b(aankoop|winkel|supermarkt|bakker\w*|apotheek|albert heijn|jumbo|zakup|zakupy|sklep|piekarnia|apteka)\b/,
    /\b(biedronka|loja|padaria|kop|kjop|butik|butikk|affar|bageri|bakeri|apotek|kauppa|osto|obchod|nakup)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Nobody is paid a salary on a card. */
const EARNED = new RegExp(
  [
    /\b(salary|salaries|payroll|income|wages?|employer|pension)\b/,
    /\b(dividend\w*|direct deposit|dir dep|paychecks?|scholarship|stipend)\b/,
    /\b(gehalt|lohn|lohngehalt|bezuge|arbeitgeber|rente|kindergeld|zinsgutschrift|salaire|employeur|paie|retraite)\b/,
    /\b(nomina|sueldo|salario|empresa|stipendio|datore)\b/,
    /\b(salaris|loon|werkgever|pensioen|uitkering|vencimento|ordenado)\b/,
    /\b(empregador|patronal|wynagrodzenie|pensja|pracodawca|emerytura|lon|lonn|arbetsgivare|arbejdsgiver)\b/,
    /\b(arbeidsgiver|palkka|elake|mzda|plat|zamestnavatel)\b|工资/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Names of columns that only the statement of a card has. */
const OF_CARD = /\b(card|cardmember|kreditkarte|karte|kartennummer|carte|tarjeta|carta|kaart|cartao|karta|kort|mcc)\b/;

export interface SignedLine {
  /** Cents; zero and null do not count. */
  cents: number | null;
  /** The words of the line. */
  words: string;
}

type Meaning = 'bought' | 'thanked' | 'paid' | 'earned' | 'other';

/**
 * Whether the signs of these amounts are in doubt. `proved`: a balance says that they stand as they are. `names`: of
 * all columns.
 */
export function areSignsOpen(
  lines: Iterable<SignedLine>,
  { proved, names }: { proved: boolean; names: string },
): boolean {
  const counts = countSides(lines);
  const { bought, thanked, earned, other } = counts;
  const paid = { plus: counts.paid.plus + thanked.plus, minus: counts.paid.minus + thanked.minus };
  const plus = bought.plus + paid.plus + earned.plus + other.plus;
  const minus = bought.minus + paid.minus + earned.minus + other.minus;
  if (plus === 0 || minus === 0) return plus > 0;
  if (earned.plus > earned.minus || bought.minus > bought.plus) return false;
  const isAgainst = bought.plus + paid.minus > bought.minus + paid.plus;
  if (isAgainst && bought.plus > 0 && paid.minus + earned.minus > 0) return true;
  if (proved) return false;
  if (thanked.minus > thanked.plus) return true;
  if (plus <= minus) return false;
  return isAgainst || (plus > 2 && plus >= 2 * minus) || OF_CARD.test(plainKey(names));
}

function countSides(lines: Iterable<SignedLine>): Record<Meaning, { plus: number; minus: number }> {
  const none = () => ({ plus: 0, minus: 0 });
  const counts = { bought: none(), thanked: none(), paid: none(), earned: none(), other: none() };
  for (const { cents, words } of lines)
    if (cents) counts[meaningOf(plainKey(words))][cents > 0 ? 'plus' : 'minus'] += 1;
  return counts;
}

/** Most payments name a shop, too: a word of the card's own counts before it. */
function meaningOf(key: string): Meaning {
  if (EARNED.test(key)) return 'earned';
  if (THANKS.test(key)) return 'thanked';
  if (TO_CARD.test(key)) return 'paid';
  return BOUGHT.test(key) ? 'bought' : 'other';
}

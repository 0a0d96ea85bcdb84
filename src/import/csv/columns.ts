/** What the columns of a bank's table are called, in the languages whose banks write such files. */
import type { Role } from './roles.ts';

/** For each role, the names of its column; an earlier one fits better. They are compared by their letters alone. */
const NAMES: Readonly<Record<Role, readonly RegExp[]>> = {
  date: [
    /^(booking|posting|posted|transaction|trans) ?date$|^date (posted|of transaction)$/,
    /^(buchungstag|buchungsdatum|buchung|boekingsdatum|boekdatum|date de comptabilisation|fecha operacion)$/,
    /^(date|datum|fecha|data|dato|data operacji|date operation|date operazione|data contabile)$/,
    // When it was completed, not when it began.
    /\b(completed|completion|posted|booked)\b|abschluss|abgeschlossen|ausgefuhrt|\bvoltooid\b/,
    /\b(date de (fin|cloture)|fecha de (finalizacion|fin)|data (di completamento|de conclusao|zrealizowania))\b/,
    /\b(slutdatum|slutt?dato|gjennomfort|gennemfort|genomford|bokfor\w+|bogfor\w+)\b/,
    /\bdate\b|datum|fecha|\bdata\b|dato\b/,
    /^(valuta|wertstellung|value)$/,
    /^(日期|日付|取引日|利用日|ご利用日|날짜|거래일시?|дата|tarih|kuupaev|datums|data)$/,
    /日期|日付|거래일|дата|\btarihi?\b/,
  ],
  amount: [
    /^(booked|booking|billed|billing|settled|settlement|posted|posting|charged|account) (amount|amt)\b|^сумма платежа/,
    /^(buchungs|abrechnungs|belastungs|abbuchungs|konto)(betrag|umsatz)|^gebuchter (betrag|umsatz)|^betrag gebucht/,
    /\b(montant|importe|importo|valor|bedrag|kwota) (\w+ )?(comptabilise|debite|regle|factur\w+|contabili[sz]ad[oa])\b/,
    /\b(importo|importe|valor|bedrag|kwota) (contabilizzato|addebitato|cargado|liquidad[oa]|geboekt|zaksiegowana)\b/,
    /^(geboekte? bedrag|boekingsbedrag|kwota (rozliczen\w+|ksiegowania|w walucie rachunku)|bokfort (belopp|belop))\b/,
    /^(amount|betrag|bedrag|importe|import|montant|importo|belopp|kwota|valor|umsatz|transaction amount)$/,
    /\b(amount|betrag|bedrag|importe|montant|importo|belopp|kwota|valor|umsatz)\b/,
    /^(value|sum|total|net|netto)$/,
    /^(amt|monto|montante|cantidad|quantia|ammontare|belob|belop|summa|suma|sum|castka|osszeg|maara|summe)\b/,
    /(betrag|bedrag|belopp|belob|belop|umsatz)\b/,
    /\b(net|netto|neto|liquido|wert|金额|金額)\b|金额|金額/,
    /\b(tutar|tutari|kiekis|summa)\b|сумма|金额|金額|금액|お支払金額|ποσο|סכום|المبلغ/,
  ],
  debit: [
    /^(debits?|debit amount|outflow|withdrawals?|paid out|money out|spent)$/,
    /^(soll|lastschrift|belastung|ausgaben?|abgang)$/,
    /^(uscite|dare|addebiti|cargo|cargos|debe|debito|retiros|af|depenses?|ausgang)$|\b(debit|withdrawal|outflow)\b/,
    /^(((money|funds|going) )?out|paid out|payments?|expenses?|spending|charges?|debet|debited|withdrawn|outgoings?)$/,
    /\b(withdrawals|debits|paid out|money out|debit amt|dr amount|amount (out|debited|debit|dr))\b|^dr$|^minus$/,
    /\b(soll|belastung(en)?|lastschrift(en)?|ausgaben?|abbuchung(en)?|auszahlung(en)?|abgang)\b|sollbetrag|^aus$/,
    /\b(depenses?|debits?|sorties?|retraits?|paiements?|uscite|uscita|addebit[oi]|dare|prelievi|spese)\b/,
    /\b(cargos?|gastos?|debitos?|retiros?|egresos?|salidas?|pagos?|saidas?|despesas?|levantamentos?)\b/,
    /\b(uitgaven?|afschrijving(en)?|afgeschreven|debet|obciazeni[ae]|wydatki|wydatek|wyplat[ay]|winien)\b/,
    /^(ut|utbetalt|ud af konto|haevet|utgift(er)?|uttag|utgaende|udgift(er)?|pano ulos|meno(t)?|otto|vydaj(e)?)$|支出/,
    /^(ut fra konto|ud|debetbelopp|utbetaling(er)?|utbetalning(ar)?|udbetaling(er)?)$/,
    /\b(borc|gider|terheles|kiadas|cheltuieli|isplata)\b/,
    /^(支払い?金額|お?引出し?(金額|額)?|払出し?(金額|額)?)$/,
    /расход|списание|дебет|χρεωση|支出|出金|引出|출금|חובה|مدين/,
  ],
  credit: [
    /^(credits?|credit amount|haben|gutschrift|inflow|deposits?|paid in|money in|received|einnahmen?|zugang)$/,
    /^(entrate|avere|accrediti|abonos?|haber|credito|depositos|bij|recettes?|eingang)$|\b(credit|deposit|inflow)\b/,
    /^(in|(money|funds) in|paid in|receipts?|income|incomings?|earnings?|credited|deposited|coming in|kredit)$/,
    /\b(deposits|credits|paid in|money in|credit amt|cr amount|amount (in|credited|credit|cr))\b|^cr$|^plus$/,
    /\b(haben|gutschrift(en)?|einnahmen?|einzahlung(en)?|eingange?|zugang)\b|habenbetrag|^ein$/,
    /\b(recettes?|credits?|entrees?|depots?|versements?|entrate|entrata|accredit[oi]|avere|versamenti)\b/,
    /\b(abonos?|ingresos?|creditos?|depositos?|entradas?|haber|receitas?)\b/,
    /\b(inkomsten|bijschrijving(en)?|bijgeschreven|credit|uznani[ae]|przychody?|przychod|wplat[ay]|wplywy?|ma)\b/,
    /^(inn|innbetalt|ind pa konto|indsat|inntekt(er)?|insattning(ar)?|ingaende)$/,
    /^(inkomst(er)?|indtaegt(er)?|pano|tulot?)$/,
    /^(inn pa konto|ind|kreditbelopp|innbetaling(er)?|inbetalning(ar)?|indbetaling(er)?|prijem|prijmy)$|收入/,
    /\b(alacak|gelir|jovairas|venituri|uplata)\b/,
    /^(預か?り金額|お?預け?入れ?(金額|額)?)$/,
    /приход|зачисление|кредит|поступление|πιστωση|収入|收入|入金|預入|입금|זכות|دائن/,
  ],
  direction: [
    /^(af bij|debit credit|credit debit|soll haben|s h|d c|dr cr|cr dr|direction|debet credit|sens)$/,
    /^type$/,
    /\b(flag|indicator|indicateur|indicador|kennzeichen|richtung|richting|sentido|senso|kierunek|dc|cd|drcr|crdr)\b/,
    /\b(debit credit|credit debit|soll haben|af bij|dare avere|debe haber|debito credito|debet kredit|in out)\b/,
    /^(收 支|收支|借贷|借贷标志|资金流向|тип операции|borc alacak|입출금구분)$/,
  ],
  text: [
    /^(description|verwendungszweck|omschrijving|concepto|libelle|causale|descrizione|descricao|opis|beskrivning)$/,
    /^(memo|details?|narrative|text|buchungstext|notes?|particulars|mededelingen|reference|message|vorgang)$/,
    /\b(description|verwendungszweck|details|libelle|omschrijving|concepto|narrative|memo)\b/,
    /\b(descripcion|detalle|historico|intitule|communication|motivo)\b/,
    /\b(descricao|opis|tytul\w*|szczegoly|dettagli|oggetto)\b/,
    /\b(tekst|beskrivelse|forklaring|beschrijving|popis|selite|viesti|zweck|mitteilung)\b|(text|zweck|beschreibung)\b/,
    /\baciklama\b|описание|назначение|说明|摘要|備考|备注|内容|적요|說明/,
    /\b(leiras|kozlemeny|descriere|detalii|aprasymas|apraksts|selgitus)\b/,
    /περιγραφη|αιτιολογια|商品|내용|תיאור|الوصف|البيان/,
  ],
  payee: [
    /^(payee|payee name|merchant|merchant name|counterparty|beneficiary|name|counterparty name|naam omschrijving)$/,
    /^(empfanger|auftraggeber beguns?tigter|beguns?tigter|zahlungsempfanger|zahlungspflichtige r?|tegenpartij|naam)$/,
    /\b(payee|merchant|counterparty|beneficiary|empfanger|auftraggeber|beguns?tigter|zahlungs\w*|tegenpartij)\b/,
    /\balici\b|контрагент|получатель|对方户名|对方|商户|交易对手|ご利用先|거래처/,
  ],
  category: [/^(category|kategorie|categorie|categoria|kategori)$/, /^(分类|交易分类|категория|kategori)$/],
  account: [
    /^(account|account name|accountname|wallet|konto|kontoname|compte|cuenta|conto|conta|rekening|konto name|tili)$/,
    /^(nom du compte|nombre de la cuenta|nome (del )?conto|nome da conta|naam rekening|nazwa konta|kontonamn)$/,
  ],
  bankId: [/^(transaction id|id|fitid|unique id|transaktions id|transaction number|id transaction)$/],
  currency: [
    /^(currency|wahrung|devise|divisa|valuta|munt|moneda|valuuta|ccy|currency code)$/,
    /^(币种|通貨|통화|валюта|mena|para birimi|penznem|valuuta)$/,
  ],
  status: [
    /^(status|state|buchungsstatus|etat|estado|stato)$/,
    /^(交易状态|状态|当前状态|статус|stav|durum|tila|toestand)$/,
    /^(状態|allapot|stare|statusas|κατασταση|상태|거래상태)$/,
  ],
  fee: [
    /^(fees?|fee amount|transaction fees?|commissions?|charges?|gebuhr(en)?|entgelte?|provision(en)?|spesen)$/,
    /^(frais|commission|comision(es)?|comissao|comissoes|costo|costi|commissione|commissioni|spese|kosten)$/,
    /^(tarifas?|taxa de servico|oplaty?|prowizja|avgift(er)?|gebyr(er)?|palvelumaksu|poplatek|poplatky)$/,
    /\b(fees?|commission|gebuhr(en)?|frais|comision|comissao|commissioni?|prowizja|oplata|avgift|gebyr)\b/,
    /手续费|手數料|手数料|комиссия/,
  ],
  balance: [
    /\b(balance|saldo|kontostand|solde|saldi|bilanz|guthaben|stand|saldot|zustatek|egyenleg|zostatok)\b|余额|餘額/,
    /(saldo|balance|kontostand)$/,
    /残高|잔액|баланс|остаток|υπολοιπο|יתרה|الرصيد|\b(bakiye|bakiyesi|likutis|atlikums|stanje)\b/,
  ],
};

/** Of names that fit alike, what says that it is not what the account booked. */
const LESS: Partial<Record<Role, RegExp>> = {
  date: /start|begin|debut|inicio|inizio|rozpocz|anfang|created|creation|initiat|erstell|request|\border|auftragsd/,
  amount: new RegExp(
    [
      /orig|foreign|fremd|ausland|gross|brutto|bruto|brut\b|lordo|instructed|source|devise|etrang|extranj|ester[ao]/,
      /原币|外币|外貨|puvodni|povodn|pierwotn|eredeti|кэшбэк|кешбэк|бонус|округлени/,
      /vreemd|utland|udland|utenlan|\bobc(a|y|ej|ych)\b|estrang|valuutta|ursprung|oprindelig|opprinnelig|oorspronk/,
      /\b(tax|vat|mwst|ust|iva|tva|btw|moms|steuer|impuesto|imposta|belasting|podatek|skatt|skat|sales)\b/,
      /\b(fees?|shipping|handling|insurance|tip|tips|discount|rebate|cashback|reward|rewards|points|minimum|due)\b/,
      /\b(limit|available|pending|rate|price|unit|quantity|gebuhr|frais|comision|provision|versand|rabatt|porto)\b/,
      /kurs\b|gebuhr|steuer|versand|trinkgeld|\bcambio\b|\btaux\b|pourboire|propina|fooi|livraison|envio|spedizione/,
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
};

/** The role's name says less of the column than that of another one with the same role. */
export function isLess(name: string, role: Role): boolean {
  return LESS[role]?.test(plainKey(name)) ?? false;
}

/** How well a column's name fits the role: 1 is best; null when it does not. */
export function fitOfName(name: string, role: Role): number | null {
  const known = fits.get(name) ?? new Map<Role, number | null>();
  const before = known.get(role);
  if (before !== undefined) return before;
  const key = plainKey(name);
  const bare = withoutCurrency(key);
  const place = NAMES[role].findIndex((pattern) => pattern.test(key) || pattern.test(bare));
  const fit = place < 0 ? null : place + 1;
  if (fits.size >= MOST_KNOWN) fits.clear();
  fits.set(name, known.set(role, fit));
  return fit;
}

/** What was found for the names of a table, which is asked many times. */
const fits = new Map<string, Map<Role, number | null>>();
const MOST_KNOWN = 1000;

/** The name's letters in lower case, without accents, words apart by one blank. */
export function nameKey(name: string): string {
  // The letters of Korean come apart with the accents, and are joined again.
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The same without the letters that no accent makes, so that patterns need the plain alphabet only. */
export function plainKey(name: string): string {
  return nameKey(name).replaceAll('ł', 'l').replaceAll('ø', 'o').replaceAll('æ', 'ae').replaceAll('ß', 'ss');
}

/** `Withdrawals (SGD)` and `Betrag in EUR` name their currency behind. */
function withoutCurrency(key: string): string {
  return key.replace(
    / (in |en |w )?(usd|eur|gbp|chf|cad|aud|nzd|sgd|hkd|inr|jpy|sek|nok|dkk|pln|czk|huf|brl|mxn|zar)$/,
    '',
  );
}

/** Numbers that are no amounts: of accounts, cheques, journals, places and times. */
const NUMBER = new RegExp(
  [
    /\b(no|nr|num|number|numbers|nummer|numero|num[ee]ro|numer|id|ref|reference|referenz|referencia|iban|bic|swift)\b/,
    /(nummer|nr|kennung|kennzeichen|schlussel|leitzahl)\b/,
    /\b(blz|plz|zip|postal|postcode|sort code|code|codigo|codice)\b/,
    /\b(account|konto|compte|cuenta)\b/,
    /\b(conto|conta|rekening|rachunek|tili)\b|\b(check|cheque|chequ[ee]|scheck|slip|voucher)\b/,
    /\b(beleg|journal|row|line|zeile|ligne|fila|riga|linha|terminal|card|karte|carte|tarjeta|carta|kaart|karta|kort)\b/,
    /\b(phone|telefon|mcc|year|jahr|annee|month|monat|time|uhrzeit|heure|hora|ora|tijd|godzina|klockslag|tid|index)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Whether the name says that its whole numbers count or name something, as account numbers do. */
export function namesNumber(name: string): boolean {
  return NUMBER.test(plainKey(name));
}

/** What a bank says of a row that it has not booked, in a column of its own. Such a column is known by its values. */
import { plainKey } from './columns.ts';

/** Booked, not booked yet, or never. */
export type Booking = 'booked' | 'pending' | 'void';

const PENDING = new RegExp(
  [
    /\b(pending|processing|in progress|in process|on hold|hold|authori[sz]ed|authori[sz]ation|pre ?auth\w*)\b/,
    /\b(unposted|not posted|not booked|unbooked|unsettled|outstanding|scheduled|waiting|pdng|futr|expected)\b/,
    /\b(vorgemerkt\w*|vormerkung|vorgemerkte|ausstehend|offen)\b/,
    /\b(schwebend|nicht gebucht|noch nicht|vorlaufig|reserviert)\b/,
    /\b(in bearbeitung|ungebucht|autorisiert|erwartet|en attente|en cours|a venir|non comptabilise\w*|en suspens)\b/,
    /\b(previsionnel\w*|pendientes?|en proceso|en curso|retenid[oa]|no contabilizad[oa]|autorizad[oa]|por liquidar)\b/,
    /\b(in attesa|in sospeso|in corso|non contabilizzat[oa]|da contabilizzare|autorizzat[oa]|prenotat[oa])\b/,
    /\b(in behandeling|gereserveerd|in afwachting|nog niet|niet geboekt|openstaand|pendentes?|em processamento)\b/,
    /\b(em curso|agendad[oa]|por contabilizar|em aberto|a aguardar|oczekujac\w*|w toku|nierozliczon\w*|w trakcie)\b/,
    /\b(blokada|niezaksiegowan\w*|zablokowan\w*|vantande|vantar|reserverad|reserveret|reservert|ventende|afventer)\b/,
    /\b(venter|avvaktande|preliminar\w*|under behandling|ej bokford|ikke bokfort|ikke bogfort|odottaa|varaus)\b/,
    /\b(nevyporiadan\w*|cekajici|ceka|nezauctovan\w*|nezuctovan\w*|fuggoben|folyamatban|zarolt)\b|处理中|待处理|待入账/,
    /\b(bekle\w*|islemde|provizyon\w*|askida|in asteptare|in curs|blocat[ae]?|na cekanju|u obradi|rezerviran\w*)\b/,
    /\b(vykdom\w*|rezervuot\w*|apstrad\w*|ootel|broneeri\w*|tertunda|menunggu)\b|εκκρεμ/,
    /обработке|ожида|очiку|очіку|не проведен|заблокирован|резерв|холд|保留|未確定|処理中|대기|승인중|처리중|معلق|ממתין/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const VOID = new RegExp(
  [
    /\b(revert(ed)?|declined?|failed|failure|cancel(l?ed)?|cancell?ation|rejected|refused|denied|void(ed)?|expired)\b/,
    /\b(not completed|unsuccessful|aborted|storniert\w*|abgelehnt\w*|fehlgeschlagen\w*|abgebrochen\w*|gescheitert)\b/,
    /\b(ruckgangig gemacht|zuruckgewiesen\w*|ungultig|verfallen|annulliert\w*)\b/,
    /\b(widerrufen|nicht ausgefuhrt|annulee?s?|refusee?s?|rejetee?s?)\b/,
    /\b(echouee?s?|echec|expiree?s?|non aboutie?)\b/,
    /\b(rechazad[oa]s?|cancelad[oa]s?|fallid[oa]s?|anulad[oa]s?|caducad[oa]s?)\b/,
    /\b(denegad[oa]s?|revertid[oa]s?|annullat[oa]|rifiutat[oa])\b/,
    /\b(fallit[oa]|respint[oa]|stornat[oa]|scadut[oa]|negat[oa])\b/,
    /\b(non riuscit[oa]|geannuleerd|geweigerd|mislukt|afgewezen|teruggedraaid|gestorneerd|verlopen|afgebroken)\b/,
    /\b(recusad[oa]|falhad[oa]|falhou|rejeitad[oa]|estornad[oa]|negad[oa]|expirad[oa]|odrzucon\w*|anulowan\w*)\b/,
    /\b(nieudan\w*|cofniet\w*|wycofan\w*|niezrealizowan\w*|avvist?)\b/,
    /\b(avslagen|nekad|nekat|misslyckad\w*|misslyckats|avbruten)\b/,
    /\b(avbruten|aterkallad|makulerad|annulleret|afvist|mislykkedes|mislykket|afbrudt|kansellert|avbrutt|feilet)\b/,
    /\b(hylatty|peruttu|epaonnistui|zamitnut\w*|zrusen\w*|neuspesn\w*|zamietnut\w*)\b|失败|已取消|已拒绝|交易关闭/,
    /\b(elutasit\w*|sikertelen|torolt\w*|sztornoz\w*|meghiusult|iptal|reddedildi|basarisiz|iade edildi)\b|全额退款/,
    /\b(respins[ae]?|anulat[ae]?|esuat[ae]?|refuzat[ae]?|odbijen[ao]?|otkazan[ao]?|neuspjel[ao]?|ponisten[ao]?)\b/,
    /\b(atmest\w*|atsaukt\w*|noraidit\w*|tuhistat\w*|keeldut\w*|gagal|dibatalkan|ditolak)\b|ακυρ|απορρι/,
    /отклон|отмен|отказ|ошибка|неуспеш|не выполнен|возвращен|вiдхилен|відхилен|скасован/,
    /取消|拒否|失敗|エラー|취소|거절|실패|مرفوض|ملغ|נדח|בוטל/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const BOOKED = new RegExp(
  [
    /\b(completed?|booked|posted|cleared|settled|success(ful)?|succeeded)\b/,
    /\b(done|ok|executed|processed|final|paid|approved)\b/,
    /\b(accepted|reconciled|confirmed|book|gebucht\w*)\b/,
    /\b(abgeschlossen|ausgefuhrt|erledigt|verbucht|erfolgreich|bezahlt)\b/,
    /\b(comptabilisee?s?|effectuee?s?|terminee?s?|executee?s?)\b/,
    /\b(reglee?s?|valide?e?s?|completad[oa]s?|contabilizad[oa]s?)\b/,
    /\b(realizad[oa]s?|liquidad[oa]s?|ejecutad[oa]s?|finalizad[oa]s?|completat[oa]|contabilizzat[oa]|eseguit[oa])\b/,
    /\b(effettuat[oa]|regolat[oa]|voltooid|geboekt|verwerkt)\b/,
    /\b(uitgevoerd|afgerond|concluid[oa]|efetuad[oa]|efectuad[oa])\b/,
    /\b(zrealizowan\w*|zakonczon\w*|zaksiegowan\w*|rozliczon\w*|wykonan\w*|bokford\w*|genomford\w*|slutford\w*)\b/,
    /\b(bogfort|gennemfort|bokfort|gjennomfort|utfort)\b/,
    /\b(fullfort|kirjattu|valmis|dokoncen\w*|zauctovan\w*|zuctovan\w*|pagad[oa])\b|成功|已完成|已收钱|已到账|已存入/,
    /\b(konyvelt|teljesult|teljesitett|sikeres|tamamlandi|tamamlandı|gerceklesti|basarili|basarılı|onaylandi)\b/,
    /\b(finalizat[ae]?|executat[ae]?|decontat[ae]?|procesat[ae]?|provedeno|izvrsen[ao]?|ivykdyt\w*|izpildit\w*)\b/,
    /\b(taidetud|berhasil|selesai|sukses)\b|ολοκληρ|εκτελ|исполнен|проведен|выполнен|завершен|успешн|обработан/,
    /виконан|確定|完了|済|승인|완료|정상|مكتمل|בוצע|נרשם/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const YES = /^(yes|y|true|1|x|ja|j|oui|si|sim|tak|wahr|vrai|pending|✓|✔)$/;
const NO = /^(no|n|false|0|nein|non|nao|nie|nee|nej|nei|falsch|faux|)$/;

/** What a word of a column of states says; null for another word. `name`: the column's, where a word is yes or no. */
export function bookingOf(word: string, name = ''): Booking | null {
  const key = plainKey(word);
  // PayPal says of what changes no balance that it is a memo.
  if (key === 'memo') return /^(balance impact|auswirkung auf guthaben)$/.test(plainKey(name)) ? 'void' : null;
  const asked = YES.test(key) || NO.test(key) ? stateIn(plainKey(name)) : null;
  if (asked !== null)
    return YES.test(key) === (asked !== 'booked') ? (asked === 'booked' ? 'pending' : asked) : 'booked';
  return stateIn(key);
}

function stateIn(key: string): Booking | null {
  if (VOID.test(key)) return 'void';
  if (PENDING.test(key)) return 'pending';
  return BOOKED.test(key) ? 'booked' : null;
}

/** Whether a column of these values tells what is booked: nearly each is such a word, and one says that it is not. */
export function areStates(cells: Iterable<string>, name: string): boolean {
  const states = [...new Set(cells)].filter(Boolean).map((cell) => bookingOf(cell, name));
  const known = states.filter((state) => state !== null);
  return known.length >= states.length * 0.9 && known.some((state) => state !== 'booked');
}

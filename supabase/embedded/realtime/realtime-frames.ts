import * as v from 'valibot';

/** One message of the Phoenix protocol, version 2.0.0. `payload` of a broadcast is `{event, payload}`. */
export type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown };

/** The binary form has one byte for each of these lengths. A channel keeps its topic and its reference. */
export const Short = v.pipe(v.string(), v.maxBytes(255));
const Reference = v.nullable(Short);
const TextFrame = v.tuple([Reference, Reference, Short, Short, v.unknown()]);

const kinds = { broadcastFromClient: 3, broadcastToClient: 4 };
const jsonEncoding = 1;

/** The frame; null when the bytes are no frame of this protocol. */
export function parseFrame(data: Buffer, isBinary: boolean): Frame | null {
  try {
    return isBinary ? parseBinary(data) : parseText(data.toString('utf8'));
  } catch {
    return null;
  }
}

function parseText(text: string): Frame | null {
  const parsed = v.safeParse(TextFrame, JSON.parse(text));
  if (!parsed.success) return null;
  const [joinRef, ref, topic, event, payload] = parsed.output;
  return { joinRef, ref, topic, event, payload };
}

/**
 * The bytes: kind, five lengths and the encoding, one byte each. Then join_ref, ref, topic, event, metadata and the
 * payload.
 */
function parseBinary(data: Buffer): Frame | null {
  if (data[0] !== kinds.broadcastFromClient || data[6] !== jsonEncoding) return null;
  let offset = 7;
  const [joinRef = '', ref = '', topic = '', event = ''] = [1, 2, 3, 4, 5].map((position) => {
    const end = offset + (data[position] ?? 0);
    const part = data.toString('utf8', offset, end);
    offset = end;
    return part;
  });
  const payload: unknown = JSON.parse(data.toString('utf8', offset));
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: { event, payload } };
}

export function encodeFrame(frame: Frame): string {
  return JSON.stringify([frame.joinRef, frame.ref, frame.topic, frame.event, frame.payload]);
}

/** A message of a change of a table. `data` is JSON text, which is the same for many listeners. */
export function encodeChange(topic: string, ids: number[], data: string): string {
  return `[null,null,${JSON.stringify(topic)},"postgres_changes",{"ids":${JSON.stringify(ids)},"data":${data}}]`;
}

/**
 * A broadcast as clients take it: binary, with the payload as JSON text. Lengths are bytes. Topic and event have at
 * most 255.
 */
export function encodeBroadcast(topic: string, event: string, payloadJson: string): Buffer {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
  const head = Buffer.from([kinds.broadcastToClient, topicBytes.length, eventBytes.length, 0, jsonEncoding]);
  return Buffer.concat([head, topicBytes, eventBytes, Buffer.from(payloadJson)]);
}

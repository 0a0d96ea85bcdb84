/**
 * Parsers of bank files that others use, alone: they make objects of a text, and know nothing of days, signs and
 * balances. That of CSV also tells numbers and dates by their looks, because we read each cell, too.
 */
import { XMLParser } from 'fast-xml-parser';
import { parse as parseOfx } from 'ofx-js';
import Papa from 'papaparse';

/** By the format that each reads. Returns something of what it made, so that nothing is left out. */
export const PARSERS: Record<string, (text: string) => unknown> = {
  'CSV with commas': (text) => Papa.parse(text, { header: true, dynamicTyping: true }).data,
  'OFX of XML': parseOfx,
  'CAMT.053': (text) => new XMLParser({ ignoreAttributes: false }).parse(text),
};

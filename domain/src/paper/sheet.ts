/** A document as it lies on paper, whoever prints it: the browser, or the portal as a PDF file. */
import type { ChartContent, ChartFormat } from '../charts/chart-content.ts';

/** Lines under one another; of several columns some are numbers, which stand at the end. */
export type SheetTable = {
  /** As a calendar: many narrow columns after the first, in small letters. */
  dense?: true;
  columns: readonly { title: string; align?: 'end' }[];
  rows: readonly { key: string; cells: readonly string[] }[];
};

/** One part under its heading: what is drawn, then what is listed, then what is said. */
export type SheetPart = {
  title: string;
  plot?: { content: ChartContent; format: ChartFormat };
  table?: SheetTable;
  texts?: readonly string[];
};

export type Sheet = {
  /** What the file is called that it is kept in. */
  name: string;
  title: string;
  facts: readonly { term: string; detail: string }[];
  /** Where a QR code beside the facts leads, and what stands below it; only in a file. */
  code?: { link: string; text: string };
  /** What it says first, and in the largest letters, and beside it by what. */
  verdict: { word: string; measured: string | null } | null;
  /** Sentences that explain it. */
  texts: readonly string[];
  parts: readonly SheetPart[];
};

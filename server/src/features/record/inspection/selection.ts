import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { verdicts } from '@brina/domain/haccp/verdicts';

/** What of a link's records is shown; `open`: only those that are not settled. */
export type Selection = { page: number; verdict: string | null; open: boolean };
/** Records of a page. */
export const rows_max = 50;

const known: readonly string[] = [...verdicts, ...holdVerdicts];

/** What an address asks for; what is no number, or no verdict, counts as not asked. */
export const selectionOf = ({ page, verdict, open }: Readonly<Record<string, unknown>>): Selection => ({
  page: typeof page === 'string' && /^\d{1,5}$/.test(page) ? Number(page) : 0,
  verdict: typeof verdict === 'string' && known.includes(verdict) ? verdict : null,
  open: open === '1',
});

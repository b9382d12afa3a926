import * as z from 'zod/mini';

/** A day of a kitchen's calendar, `2026-03-29`. Whether its month has it, the call that takes it says. */
export const calendarDay = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

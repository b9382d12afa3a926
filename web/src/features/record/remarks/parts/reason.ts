/** Why something is corrected takes a word or two. */
export const reason_min = 5;

/** Why food will be late (B2.14): the first that holds. `moreFood`: more than usual, as far as anybody can tell. */
export const lateReasons = ['door', 'hot', 'thick', 'air', 'tooMuch', 'refrigerant', 'moreFood'] as const;
export type LateReason = (typeof lateReasons)[number];

export const isLateReason = (told: unknown): told is LateReason => lateReasons.some((reason) => reason === told);

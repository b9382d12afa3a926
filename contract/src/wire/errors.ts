import type { errorMessages } from './errors.messages.ts';

/** A code of the error catalogue. A code without its nine texts does not compile. */
export type ErrorCode = Extract<keyof (typeof errorMessages)['texts'], string>;

/** One refused field of a request. `path` as in `body.phases[2].fan`; `message` in the caller's language. */
export type FieldError = { path: string; code: FieldCode; message: string; min?: number; max?: number };
/** Why a field was refused. */
export type FieldCode = Extract<keyof typeof import('./fields.messages.ts').fieldMessages['texts'], string>;

/** Every error on the wire (docs/ARCHITECTURE.md, calls). A 500 says nothing but its request id. */
export type WireError = {
  code: ErrorCode;
  /** In the caller's language. */
  message: string;
  requestId: string;
  fields?: FieldError[];
  data?: Record<string, string | number>;
};

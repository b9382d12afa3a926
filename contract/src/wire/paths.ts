/** Names of a path's parameters: of `/01/{gtin}/21/{serial}` `gtin` and `serial`. */
type ParamName<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | ParamName<Rest> : never;

/** A value for each parameter of a path. A path that is known only as a text asks for none by name. */
export type PathParams<P extends string> = { readonly [N in ParamName<P>]: string };

/** A path with its parameters filled in, as it stands in an address. */
export const filled = <P extends string>(path: P, params: PathParams<P>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name as keyof typeof params])));

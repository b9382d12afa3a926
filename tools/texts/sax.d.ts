/** The part of sax that is used here: strict, with namespaces. The package brings no types. */
declare module 'sax' {
  export type Tag = { uri: string; local: string; attributes: Record<string, { uri: string; value: string }> };
  export type Parser = {
    onopentag: (tag: Tag) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    ondoctype: (doctype: string) => void;
    onerror: (error: Error) => void;
    write(xml: string): Parser;
    close(): Parser;
  };
  const sax: {
    parser(strict: true, options: { xmlns: true; strictEntities: true; position: boolean }): Parser;
  };
  export default sax;
}

/** The parameter by which the link of a letter names the language of the letter, as one of the codes of the interface. */
export const linkLanguage = 'lang';

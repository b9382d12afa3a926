/** Where the page is that verifies sealed records: for everybody, without login. */
export const verifyPath = '/verify';

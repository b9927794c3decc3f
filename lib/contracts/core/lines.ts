/** A run of lines in a text, both ends included, counted from 1. Lines end at LF, CRLF or CR. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

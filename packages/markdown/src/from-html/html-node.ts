// HTML as a tree of plain data: browsers and servers parse it each in their own way.

export interface HtmlNode {
  /** In lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (HtmlNode | string)[];
}

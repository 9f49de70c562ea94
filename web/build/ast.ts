/** A node of a parsed module: ESTree, with types of TypeScript and JSX. */
export interface AstNode {
  readonly type: string
  /** Offsets in the source. */
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is AstNode => typeof (value as AstNode | null)?.type === 'string'

/** The nodes in a node, in the order of its fields. */
export const childrenOf = (node: AstNode): AstNode[] => Object.values(node).flat().filter(isNode)

/** An identifier, or the text of a key such as `'a-b'`; empty for other nodes. */
export const nameOfNode = (node: unknown): string => {
  const { name, value } = (node ?? {}) as Partial<AstNode>
  return typeof name === 'string' ? name : typeof value === 'string' ? value : ''
}

import CodeInline from '@theme/CodeInline'

/** Code within a line. Blocks are listings by now (`plugins/listings.ts`). */
export default CodeInline

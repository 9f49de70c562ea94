// Opened by router/start/parts.ts, in the order of that list.
export { blockListsPart } from './blocklists/part.ts'
export { namesPart } from './names/part.ts'
export { queryLogPart } from './querylog/part.ts'
export { resolversPart } from './resolvers/part.ts'

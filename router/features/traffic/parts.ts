// Opened by router/start/parts.ts, in the order of that list.
export { flowsPart, samplerPart } from './flows/part.ts'
export { lookupPart } from './lookup/part.ts'
export { rollupPart, usagePart } from './usage/part.ts'

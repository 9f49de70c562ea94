// Opened by router/start/parts.ts, in the order of that list.
export { clientsPart } from './clients/part.ts'
export { pluginsPart } from './installed/part.ts'
export { plusPart } from './plus/part.ts'

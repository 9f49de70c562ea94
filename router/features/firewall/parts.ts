// Opened by router/start/parts.ts, in the order of that list.
export { firewallPart } from './config/part.ts'
export { explainPart } from './explain/part.ts'
export { geoBlockPart } from './geoblock/part.ts'
export { multicastPart } from './multicast/part.ts'
export { previewPart } from './preview/part.ts'
export { refusedPart } from './refused/part.ts'
export { rulesPart } from './rules/part.ts'

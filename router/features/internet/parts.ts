// Opened by router/start/parts.ts, in the order of that list.
export { connectionPart } from './connection/part.ts'
export { dyndnsPart } from './dyndns/part.ts'
export { linksPart } from './links/part.ts'
export { pppPart } from './ppp/part.ts'
export { speedtestPart } from './speedtest/part.ts'
export { uplinksPart } from './uplinks/part.ts'

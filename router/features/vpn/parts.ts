// Opened by router/start/parts.ts, in the order of that list.
export { sitesPart } from './sites/part.ts'
export { tunnelsPart } from './tunnels/part.ts'
export { wireguardPart } from './wireguard/part.ts'

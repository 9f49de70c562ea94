// Opened by router/start/parts.ts, in the order of that list.
export { admissionPart } from './admission/part.ts'
export { radiosPart } from './radios/part.ts'
export { radioStatePart } from './radiostate/part.ts'
export { stationsPart } from './stations/part.ts'

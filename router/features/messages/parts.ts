// Opened by router/start/parts.ts, in the order of that list.
export { detectorsPart } from './alerts/detectors/part.ts'
export { alertsPart } from './alerts/part.ts'
export { automationsPart } from './automations/part.ts'
export { eventsPart } from './events/part.ts'
export { integrationsPart } from './integrations/part.ts'
export { notifyPart } from './notify/part.ts'

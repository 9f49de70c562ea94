// Opened by router/start/parts.ts, in the order of that list.
export { auditPart } from './audit/part.ts'
export { authPart } from './auth/part.ts'
export { confirmPart } from './confirm/part.ts'
export { credentialsPart } from './credentials/part.ts'
export { sshKeysPart } from './sshkeys/part.ts'
export { undoPart } from './undo/part.ts'
export { usersPart } from './users/part.ts'

import { SETUP_NAME } from '../../../../router/model/dns/names/domain.ts'

/** Whether this is a phone in the wifi network for the setup: it has no other connection to the router. */
export const isSetupPhone = (): boolean => window.location.hostname === SETUP_NAME

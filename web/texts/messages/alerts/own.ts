import type { AlertCode } from '../../../../router/model/messages/alerts/own.ts'
import { alertPhrases } from '../../../../router/phrases/en/alerts.ts'

/** Titles and texts of the router’s own alerts, in its own words. */
export const ownAlertTexts: Readonly<Record<AlertCode, string>> = alertPhrases

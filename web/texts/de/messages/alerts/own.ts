export { alertGerman as ownAlertTexts } from '../../../../../router/phrases/de/alerts.ts'

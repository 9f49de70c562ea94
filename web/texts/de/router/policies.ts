export { policyGerman as policyTexts } from '../../../../router/phrases/de/policies.ts'

export { remoteFaultGerman as remoteFaults } from '../../../../../router/phrases/de/remotefaults.ts'

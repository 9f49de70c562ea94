import type { machineProblems as english } from '../../../machine/health/problems.ts'

/** German texts of what can be wrong with the machine of the router. */
export const machineProblems: typeof english = {
  title: 'Probleme mit dem Router',
  of: {
    disk: 'Der Datenträger ist fast voll.',
    memory: 'Es ist wenig Arbeitsspeicher verfügbar.',
    temperature: 'Der Rechner ist heiß.',
    storage: 'Der Speicher ist fast abgenutzt. Erstellen Sie eine Sicherung und ersetzen Sie ihn.',
    clock: 'Die Uhr geht falsch.',
  },
}

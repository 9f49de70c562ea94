import { IconAlertTriangle } from '@tabler/icons-react'
import type { MachineHealth, StorageState } from '../../../../router/model/machine/health/state.ts'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { bytesOf, decimalOf, lengthOf, shareOf } from '../../../parts/values/amount.ts'
import { machineProblems } from '../../../texts/machine/health/problems.ts'
import { machineHealthTexts } from '../../../texts/machine/health.ts'
import styles from './Health.module.css'

const words = machineHealthTexts.now

const wearOf = ({ UsedPercent, EndOfLife }: StorageState): string =>
  [UsedPercent === null ? '' : words.worn(UsedPercent), words.ends[EndOfLife]].filter(Boolean).join('. ') ||
  words.unknown

export function HealthFacts({ state }: { state: MachineHealth }) {
  const { Model, CPU, Memory, Disk, Temperatures, Storage, MachineSeconds, RouterSeconds, Problems } = state
  return (
    <Section title={words.title}>
      <div role="status">
        {Problems.length === 0 ? (
          <p>{words.good}</p>
        ) : (
          Problems.map((problem) => (
            <p key={problem} className={styles.problem}>
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden /> {machineProblems.of[problem]}
            </p>
          ))
        )}
      </div>
      <FactList>
        {Model !== '' && <Fact name={words.model}>{Model}</Fact>}
        <Fact name={words.cpu}>{words.cpuOf(shareOf(CPU.BusyPercent, 100), CPU.Cores)}</Fact>
        <Fact name={words.load}>{words.loadOf(CPU.Load1, CPU.Load5, CPU.Load15)}</Fact>
        <Fact name={words.memory}>{words.freeOf(bytesOf(Memory.AvailableBytes), bytesOf(Memory.TotalBytes))}</Fact>
        <Fact name={words.own}>{bytesOf(Memory.RouterBytes)}</Fact>
        <Fact name={words.disk}>{words.freeOf(bytesOf(Disk.FreeBytes), bytesOf(Disk.TotalBytes))}</Fact>
        {Temperatures.length === 0 && <Fact name={words.temperature}>{words.none}</Fact>}
        {Temperatures.map(({ Zone, Celsius, LimitCelsius }, index) => (
          // Several sensors may have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the kernel numbers them
          <Fact key={index} name={`${words.temperature} (${Zone})`}>
            {words.temperatureOf(decimalOf(Celsius, 1), decimalOf(LimitCelsius, 0))}
          </Fact>
        ))}
        {Storage.map((storage) => (
          <Fact key={storage.Name} name={`${words.storage[storage.Kind]} (${storage.Name})`}>
            {wearOf(storage)}
          </Fact>
        ))}
        <Fact name={words.uptime}>{lengthOf(MachineSeconds)}</Fact>
        <Fact name={words.router}>{lengthOf(RouterSeconds)}</Fact>
      </FactList>
    </Section>
  )
}

import { z } from 'zod'

const bytes = (description: string) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `${description}, in bytes` })
const percent = (description: string) => z.number().min(0).max(100).meta({ description, example: 12.5 })

/** A memory card or drive. */
export const StorageState = z
  .object({
    Name: z.string().meta({ description: 'The name of the device', example: 'mmcblk0' }),
    Kind: z.enum(['eMMC', 'SD card', 'NVMe']).meta({ description: 'The kind' }),
    Model: z.string().meta({ description: 'Its name by the manufacturer', example: 'DG4032' }),
    UsedPercent: z.int().nullable().meta({
      description:
        'The used part of its rated life in percent, rounded up to the next ten; 110 is more than all of it. Null: the kernel does not report it',
      example: 20,
    }),
    EndOfLife: z.enum(['normal', 'warning', 'urgent', 'unknown']).meta({
      description:
        'The use of its spare memory: `warning` from 80 %, `urgent` near the end. `unknown`: the kernel does not report it',
    }),
  })
  .meta({ id: 'StorageState' })
export type StorageState = z.infer<typeof StorageState>

const TemperatureState = z
  .object({
    Zone: z.string().meta({ description: 'The sensor, with its name in the kernel', example: 'cpu-thermal' }),
    Celsius: z.number().meta({ description: 'Its temperature', example: 51.2 }),
    LimitCelsius: z.number().meta({ description: 'The temperature from which it counts as high', example: 85 }),
  })
  .meta({ id: 'TemperatureState' })

/** What is wrong with the machine. */
const HEALTH_PROBLEMS = ['disk', 'memory', 'temperature', 'storage', 'clock'] as const

/** The state of the machine that the router runs on. */
export const MachineHealth = z
  .object({
    Model: z
      .string()
      .meta({ description: 'The board or computer; empty if unknown', example: 'Raspberry Pi 4 Model B' }),
    CPU: z
      .object({
        Cores: z.int().nonnegative().meta({ description: 'Number of processor cores', example: 4 }),
        BusyPercent: percent(
          'The part of their time that all cores were busy since the last reading, at most a minute ago',
        ),
        Load1: z.number().meta({ description: 'Load average of the last minute', example: 0.2 }),
        Load5: z.number().meta({ description: 'Load average of the last 5 minutes', example: 0.2 }),
        Load15: z.number().meta({ description: 'Load average of the last 15 minutes', example: 0.1 }),
      })
      .meta({ description: 'The processor' }),
    Memory: z
      .object({
        TotalBytes: bytes('Memory of the machine'),
        AvailableBytes: bytes('Memory that programs can still use'),
        RouterBytes: bytes('Memory that the router’s program uses'),
      })
      .meta({ description: 'The memory' }),
    Disk: z
      .object({
        Path: z.string().meta({ description: 'The data directory', example: '/var/lib/sallyport' }),
        FreeBytes: bytes('Free space of its file system'),
        TotalBytes: bytes('Size of its file system'),
      })
      .meta({ description: 'The file system of the data directory' }),
    Temperatures: z.array(TemperatureState).meta({ description: 'The sensors of the machine; may be empty' }),
    Storage: z.array(StorageState).meta({ description: 'Memory cards, eMMC and NVMe drives with their wear' }),
    MachineSeconds: z.int().nonnegative().meta({ description: 'Seconds since the machine started', example: 971_539 }),
    RouterSeconds: z
      .int()
      .nonnegative()
      .meta({ description: 'Seconds since the router’s program started', example: 3600 }),
    Problems: z.array(z.enum(HEALTH_PROBLEMS)).meta({
      description:
        '`disk`: less than a tenth is free, on a large one less than 1 GiB. `memory`: less than 5 % is available. ' +
        '`temperature`: a sensor reports a high one. `storage`: more than 90 % of the rated life, or 80 % of the spare memory, is used. ' +
        '`clock`: it was before the last known time or the release when the router started, or certificates of DNS upstreams are not valid yet, and ' +
        'no time server has set it since',
      example: [],
    }),
    CanTurnOff: z.boolean().meta({
      description:
        'Whether the router may reboot and shut down the machine. False in the virtual home and in containers, which share it',
      example: true,
    }),
  })
  .meta({ id: 'MachineHealth' })
export type MachineHealth = z.infer<typeof MachineHealth>

/** Averages of five minutes. */
export const HealthPoint = z
  .object({
    Time: z.int().meta({ description: 'Their end in Unix seconds', example: 1_764_039_600 }),
    BusyPercent: percent('The part of their time that all cores were busy'),
    MemoryPercent: percent('The part of the memory that is in use, at the end'),
    Celsius: z
      .number()
      .nullable()
      .meta({ description: 'The highest temperature at the end; null without sensors', example: 51.2 }),
  })
  .meta({ id: 'HealthPoint' })
export type HealthPoint = z.infer<typeof HealthPoint>

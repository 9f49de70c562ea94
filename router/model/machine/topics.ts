import { z } from 'zod'
import { CodedMessage } from '../../values/codedmessage.ts'
import { count, fields, text, topic } from '../topic.ts'
import { LOSSES } from './releases/progress.ts'

/** A difference between the machine and the Network that could not be applied yet, and is retried. */
const Drift = fields({
  driver: text('The part of the router that manages it'),
  what: text('What differs'),
  reason: text('Why it could not be applied'),
  Coded: CodedMessage.optional().meta({ description: 'The reason as a code with its values' }),
})

const Disk = fields({
  Path: text('The data directory'),
  FreeBytes: count('Bytes that are free'),
  TotalBytes: count('Size of the file system in bytes'),
})

const Temperature = fields({
  Zone: text('The sensor, with its name in the kernel'),
  Celsius: z.number().meta({ description: 'Its temperature' }),
  LimitCelsius: z.number().meta({ description: 'The temperature above which it counts as high' }),
})

/** The router itself. */
export const machineTopics = {
  'system:confirm': topic(
    'A change that has to be confirmed waits, was kept, or was put back.',
    fields({
      State: z.enum(['waiting', 'kept', 'put back']).meta({ description: 'The new state' }),
      Id: text('Identifies the change'),
      What: text('The call'),
      Who: text('Its caller'),
      Until: count('Unix seconds at which it is put back'),
    }),
  ),
  'system:drift': topic(
    'The differences that could not be applied yet have changed.',
    fields({ drift: z.array(Drift).meta({ description: 'All of them' }) }),
  ),
  'system:drift:repaired': topic(
    'Another program has changed something that the router manages, and the router has undone it.',
    fields({
      Driver: text('The part of the router that manages it'),
      What: z.array(z.string()).meta({ description: 'The first 20 items that differed' }),
    }),
  ),
  'system:time:sync': topic(
    'The clock of the router was set from the time servers, or could not be.',
    fields({
      ip: text('Address of the caller; empty if the router has set it, since it was behind'),
      status: text('`ok`, or why the clock was not set'),
    }),
  ),
  'system:disk:low': topic('Less than a tenth of the disk is free, on a large disk less than 1 GiB.', Disk),
  'system:disk:ok': topic('Enough of the disk is free again.', Disk),
  'system:disk:failure': topic(
    'Data could not be written to the disk. Published at a limited rate.',
    fields({ What: text('What was not written'), Reason: text('The error of the system') }),
  ),
  'system:temperature:high': topic('A sensor of the machine reports a high temperature.', Temperature),
  'system:temperature:normal': topic('Its temperature is normal again.', Temperature),
  'system:storage:worn': topic(
    'A memory card or drive has used nearly all of its rated life. Published once.',
    fields({
      Name: text('The name of the device'),
      Model: text('Its name by the manufacturer'),
      UsedPercent: count('The used part of its rated life in percent; 0 if unknown'),
      EndOfLife: text('`warning`, `urgent`, `normal` or `unknown`'),
    }),
  ),
  'system:update': topic(
    'A newer release is available.',
    fields({
      Current: text('The running version'),
      Available: text('The newest version'),
      Channel: text('The channel; empty for the usual one'),
    }),
  ),
  'system:update:installed': topic(
    'A release was installed, and has passed its check.',
    fields({ Version: text('The running version'), Before: text('The version that ran before') }),
  ),
  'system:update:failed': topic(
    'A release was not installed, or was rolled back since it did not pass its check.',
    fields({
      Version: text('The release; empty if the list of releases could not be read'),
      Losses: z.array(z.enum(LOSSES)).meta({ description: 'Why it was rolled back; none if it was never started' }),
      Reason: text('Why it was not started; otherwise empty'),
    }),
  ),
  'backup:old': topic(
    'The newest backup on the router is older than 30 days, or there is none. Once a day.',
    fields({
      Newest: text('Time of the newest backup (RFC 3339); empty if there is none'),
      AgeDays: count('Its age in days; without a backup, the days since the first device received an address'),
      LimitDays: count('The age above which it is reported'),
    }),
  ),
  'backup:remote:stored': topic(
    'A backup was stored on another machine.',
    fields({ Name: text('The name of the backup'), Place: text('The server') }),
  ),
  'backup:remote:failed': topic(
    'A backup could not be stored on another machine, and the router has stopped trying until the next one.',
    fields({
      Place: text('The server'),
      Reason: text('Why'),
      Coded: CodedMessage,
      Succeeded: text('Time of the last backup that was stored (RFC 3339); empty if there is none'),
    }),
  ),
  'crashlog:event': topic(
    'The previous run of the router did not end by an orderly stop.',
    fields({ Filename: text('The file in the data directory that describes it') }),
  ),
  'log:api': topic(
    'The API reports an error or a warning.',
    fields({ level: text('`error`, `warning` or `info`'), msg: text('The message'), time: text('RFC 3339') }),
  ),
  'log:www:access': topic(
    'A call was answered.',
    fields({
      remoteaddr: text('Address and port of the caller'),
      method: text('The method'),
      path: text('The path, without the query'),
    }),
  ),
}

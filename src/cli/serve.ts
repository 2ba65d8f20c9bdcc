import { ConfigError, readConfig } from '../config.ts'
import { present } from '../input/present.ts'
import { serve } from '../serve.ts'
import { type Command, textOption } from './command.ts'

/** Runs the service in this process until it is told to stop. */
export const command: Command = {
  name: 'serve',
  summary: 'Run the service',
  usage: 'waymark serve [options]',
  examples: [
    'waymark serve',
    'waymark serve --port 9000 --data-dir /var/lib/waymark',
    'DATABASE_URL=postgres://waymark@db/waymark waymark serve --host 0.0.0.0',
  ],
  options: {
    port: { type: 'string', value: '<n>', says: 'Port to listen on; default PORT, or 8787' },
    host: { type: 'string', value: '<address>', says: 'Address to listen on; default HOST, or 127.0.0.1' },
    'data-dir': { type: 'string', value: '<folder>', says: 'Folder of the embedded store; default DATA_DIR, or ./data' },
    'database-url': { type: 'string', value: '<url>', says: 'A PostgreSQL instead of the embedded store; default DATABASE_URL' },
  },
  async run(args, io) {
    const given = present({
      PORT: textOption(args, 'port'),
      HOST: textOption(args, 'host'),
      DATA_DIR: textOption(args, 'data-dir'),
      DATABASE_URL: textOption(args, 'database-url'),
    })
    try {
      await serve(readConfig({ ...io.env, ...given }))
      return 0
    } catch (error) {
      if (error instanceof ConfigError) return io.fail(`Waymark cannot start.\n${error.message}\nSee every setting in docs/operating.md.`)
      throw error
    }
  },
}

import { homedir } from 'node:os'
import { bridge } from '../../../sdk/src/stdio.ts'
import { configFolder, openIdentity } from '../../../sdk/src/stdio-identity.ts'
import type { Command } from '../command.ts'
import { urlOf, urlOption } from '../service.ts'

/** For clients that start their servers as programs: the service's tools over stdin and stdout. */
export const command: Command = {
  name: 'mcp',
  summary: 'Speak MCP on stdin and stdout for clients that cannot use HTTP',
  usage: 'waymark mcp [options]',
  examples: ['waymark mcp', 'waymark mcp --url https://waymark.example', 'WAYMARK_URL=https://waymark.example waymark mcp'],
  options: urlOption,
  async run(args, io) {
    const url = urlOf(args, io)
    const identity = openIdentity(configFolder(io.env, process.platform, homedir()), url)
    await bridge({ url, input: process.stdin, write: (line) => process.stdout.write(`${line}\n`), identity })
    // Connections that fetch keeps for later use would hold the process for a minute after its client has gone.
    process.stdout.write('', () => process.exit(0))
    return 0
  },
}

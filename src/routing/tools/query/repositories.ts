import { isInDictionary } from '../../understand/words/dictionary.ts'
import { isKnownWord } from '../../understand/words/known-words.ts'

/** "owner/name" next to what one does with a repository. */
export const repositoryWork =
  /\b(?:repo(?:sitory)?|star|fork|clone|issues?|pull requests?|prs?|releases?|branch(?:es)?|commits?|contributors|readme)\b/i
/** Of these words, those that mean nothing else. */
const surelyRepositoryWork = /\b(?:repo(?:sitory)?|fork|clone|open issues?|pull requests?|prs?|commits?|contributors|readme)\b/i
const repository = /(?<![\w./@:~-])([A-Za-z][\w-]{1,38})\/([A-Za-z][\w.-]{1,60})(?![\w/])/g
const isFile = (name: string) => /\.(?!js$|io$|net$|py$)[a-z]{1,5}$/i.test(name)
const isPlain = (word: string) => /^[A-Z]{2,3}$/.test(word) || isKnownWord(word.toLowerCase()) || isInDictionary(word.toLowerCase())

/** What a repository is called says nothing of the work that is done on it. Two plain words ("login/signup") are seldom one. */
export function withoutRepositories(text: string): string {
  if (!repositoryWork.test(text)) return text
  const rest = text.replace(repository, ' ')
  const isSure = surelyRepositoryWork.test(rest)
  const isRepository = (name: string, owner: string, own: string) =>
    !isFile(name) && (isSure || owner === own || (repositoryWork.test(rest) && !(isPlain(owner) && isPlain(own))))
  return text.replace(repository, (name, owner: string, own: string) => (isRepository(name, owner, own) ? ' ' : name))
}

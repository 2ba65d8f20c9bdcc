/** A flag, a variable, an assignment, or a pattern of file names. */
const sign = /^--?[A-Za-z0-9][\w-]*(?:=.*)?$|^\$[A-Za-z_{(?]|^[^\s"']*(?:\*[./]|[./]\*)|^\*$|^\+[%a-z]|^[A-Z_]+=/s
/** A path, a name with an ending, an address with its scheme, or a host. */
const fileOrSite =
  /^\.{1,2}$|^[A-Z]:\\|^(?:\.{1,2}|~)?\/|^~$|^[a-z]+:\/\/|^[\w@./*-]*\.[A-Za-z]\w{0,9}(?::\d+)?$|^\d{1,3}(?:\.\d{1,3}){3}$|^localhost\b/
/** Forms that also occur in sentences: "sugar/salt", "anna@acme.example". */
const folderOrAddress = /^[\w@.*-]+\/[\w@./*-]*$|^[\w.-]+@[\w.:/-]+$|^["'`]|^:/

export const isSign = (arg: string) => sign.test(arg)
export const isFileOrSite = (arg: string) => fileOrSite.test(arg)
export const isFileOrAddress = (arg: string) => isFileOrSite(arg) || folderOrAddress.test(arg)

/** Whether a redirection (">", "<") may lead to it. */
export const isTarget = (arg: string) => isFileOrAddress(arg) || isSign(arg) || /^\d$/.test(arg)

# Completion of ninefold for fish, written by 'ninefold completion fish'.
function __ninefold_words --description 'What can stand for the word that is being typed'
    set -l typed (commandline -ct)
    ninefold complete -- (commandline -opc)[2..-1] "$typed" 2>/dev/null
end
complete -c ninefold -a '(__ninefold_words)'
complete -c ninefold -n 'count (__ninefold_words) >/dev/null' -f

// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/temporary_folder.h"
#include "process/sandbox_places.h"

namespace ninefold::process {

struct ConfinedProgram;
struct PrivateCopy;
using SharedCopy = std::shared_ptr<const PrivateCopy>;

/// What a bot is shown of files: a private copy of its own, taken once, so that nothing else of the
/// organiser's is seen, locked or waited on, and nothing changes while a match runs; and what lies
/// outside of it and is shown as it is. A bot's own are the files and folders that its command
/// names, and what lies beside them, but for:
///  - files of other bots (`hidden`), by path or by hard link, and files beside those that have the
///    same name with another ending (`bob.class`, `__pycache__/bob.cpython-311.pyc`);
///  - the folders that such files lie in, where the command names nothing there;
///  - databases, locks, logs, a version control's folder and what compilers leave, unless the
///    command names them;
///  - links that lead out of the folder, and everything that is not a regular file.
/// Read-only after creation; shared by the slots of a match. Any thread.
struct PrivateCopy {
    /// One file or folder of this machine at its place in the sandbox.
    struct Shown {
        std::filesystem::path source, place;
    };

    struct Readers {
        bool other_user = false;     ///< the bot runs as another user than the referee
        std::optional<gid_t> group;  ///< must be able to reach the copy: bwrap is started in it
    };

    /// Copies at most 256 MiB and 10,000 files, links and folders, the nearest first. Besides,
    /// large files are linked to where the file system allows that, and else up to 1 GiB of them
    /// copied. The error says which of the bot's named files cannot be shown, and why.
    static base::Result<SharedCopy> take(const ConfinedProgram& program, const Readers& readers);
    /// Cache key: equal keys mean equal copies.
    static std::string key(const ConfinedProgram& program);

    base::TemporaryFolder folder;
    std::vector<Shown> shown{};
    SandboxPlaces places{};
};

}  // namespace ninefold::process

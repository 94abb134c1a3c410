// main runs the launches of this folder whose names hold one of the arguments, all
// without arguments. A launch that fails ends its process; the next ones run in another.
//
//	-dump FOLDER   write the arrays that are not as expected.txt says
//	-here          run all in this process, for a profiler
//	-skip NAME     leave out a launch
#include "host.cuh"
#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>

static bool wanted(const char* name, const std::vector<std::string>& parts) {
	for (const std::string& p : parts) {
		if (strstr(name, p.c_str())) {
			return true;
		}
	}
	return parts.empty();
}

int main(int argc, char** argv) {
	std::string dump;
	bool here = false;
	std::vector<std::string> parts, skip;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-dump") == 0 && i + 1 < argc) {
			dump = argv[++i];
		} else if (strcmp(argv[i], "-here") == 0) {
			here = true;
		} else if (strcmp(argv[i], "-skip") == 0 && i + 1 < argc) {
			skip.push_back(argv[++i]);
		} else {
			parts.push_back(argv[i]);
		}
	}
	std::vector<host::Case> todo;
	for (const host::Case& c : host::Case::all()) {
		if (wanted(c.name, parts) && std::find(skip.begin(), skip.end(), c.name) == skip.end()) {
			todo.push_back(c);
		}
	}
	std::sort(todo.begin(), todo.end(), [](const host::Case& a, const host::Case& b) { return strcmp(a.name, b.name) < 0; });
	auto launch = [&](const host::Case& c) {
		printf("case %s\n", c.name);
		fflush(stdout);
		host::Run run(c.name, dump);
		c.launch(run);
	};
	for (size_t next = 0; next < todo.size();) {
		if (here) {
			launch(todo[next++]);
			continue;
		}
		int line[2];
		if (pipe(line)) {
			return 2;
		}
		pid_t child = fork();
		if (child == 0) {
			close(line[0]);
			for (size_t i = next; i < todo.size(); i++) {
				launch(todo[i]);
				if (write(line[1], "x", 1) != 1) {
					exit(2);
				}
			}
			exit(0);
		}
		close(line[1]);
		char done;
		while (read(line[0], &done, 1) == 1) {
			next++;
		}
		close(line[0]);
		int status = 0;
		waitpid(child, &status, 0);
		if (next < todo.size()) {
			printf("failed %s status %d\n", todo[next].name, status);
			fflush(stdout);
			next++;
		}
	}
	return 0;
}
